/** The documentation's contents: one question a page, in the order in which they come up. */
export const sidebar = [{ label: 'Start', items: ['docs', 'docs/plans'] }]
