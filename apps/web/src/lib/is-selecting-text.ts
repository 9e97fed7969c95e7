/** Whether text is selected: a click that ends a selection is no press of what it is in. */
export const isSelectingText = (): boolean => window.getSelection()?.isCollapsed === false
