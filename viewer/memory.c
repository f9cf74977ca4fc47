#include "viewer/view.h"
void page_memory(struct view *view, struct ui *ui, struct scene_rect at)
{
    (void)view;
    (void)ui;
    (void)at;
}
