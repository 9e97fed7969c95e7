/**
 * React's development build names a task for each element, so that a debugger shows where it was made: a tenth of the time of
 * component tests, and nobody looks at it there.
 */
Reflect.deleteProperty(console, 'createTask')
