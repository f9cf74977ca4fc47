# What belay cc adds to a program: the note and the TLVs of each kernel.
    .section .belay.note,"",@progbits
    .ascii "arch=dav-3510\ncore=aiv\nversion=1\n"
    .section .ascend.meta.add,"",@progbits
    .half 1, 4                  # kernel type: AIV
    .word 3
    .section .ascend.meta._ZN2ns5scaleILi4EEEvPff,"",@progbits
    .half 1, 4
    .word 3
    .section .ascend.meta,"",@progbits
    .half 4, 4                  # implicit argument 1: print fifo
    .word 1
