# The four functions of the C library that clang may call on its own. `belay cc` puts this text behind
# the assembly of each device pass. Whole doublewords while both sides are aligned, else bytes.
	.section	.text.memset,"ax",@progbits
	.globl	memset
	.type	memset,@function
memset:
	mv	a3, a0
	andi	a1, a1, 255
	slli	a4, a1, 8
	or	a1, a1, a4
	slli	a4, a1, 16
	or	a1, a1, a4
	slli	a4, a1, 32
	or	a1, a1, a4
	li	a5, 8
	andi	a4, a0, 7
	bnez	a4, 2f
1:	bltu	a2, a5, 2f
	sd	a1, 0(a3)
	addi	a3, a3, 8
	addi	a2, a2, -8
	j	1b
2:	beqz	a2, 3f
	sb	a1, 0(a3)
	addi	a3, a3, 1
	addi	a2, a2, -1
	j	2b
3:	ret
	.size	memset, .-memset

	.section	.text.memcpy,"ax",@progbits
	.globl	memcpy
	.type	memcpy,@function
memcpy:
	mv	a3, a0
	li	a5, 8
	or	a4, a0, a1
	andi	a4, a4, 7
	bnez	a4, 2f
1:	bltu	a2, a5, 2f
	ld	a4, 0(a1)
	sd	a4, 0(a3)
	addi	a1, a1, 8
	addi	a3, a3, 8
	addi	a2, a2, -8
	j	1b
2:	beqz	a2, 3f
	lbu	a4, 0(a1)
	sb	a4, 0(a3)
	addi	a1, a1, 1
	addi	a3, a3, 1
	addi	a2, a2, -1
	j	2b
3:	ret
	.size	memcpy, .-memcpy

	.section	.text.memmove,"ax",@progbits
	.globl	memmove
	.type	memmove,@function
memmove:
	bleu	a0, a1, 2f
	add	a3, a1, a2
	bgeu	a0, a3, 2f
	add	a4, a0, a2
1:	beqz	a2, 3f
	addi	a3, a3, -1
	addi	a4, a4, -1
	lbu	a5, 0(a3)
	sb	a5, 0(a4)
	addi	a2, a2, -1
	j	1b
2:	tail	memcpy
3:	ret
	.size	memmove, .-memmove

	.section	.text.memcmp,"ax",@progbits
	.globl	memcmp
	.type	memcmp,@function
memcmp:
1:	beqz	a2, 2f
	lbu	a3, 0(a0)
	lbu	a4, 0(a1)
	bne	a3, a4, 3f
	addi	a0, a0, 1
	addi	a1, a1, 1
	addi	a2, a2, -1
	j	1b
2:	li	a0, 0
	ret
3:	sub	a0, a3, a4
	ret
	.size	memcmp, .-memcmp
