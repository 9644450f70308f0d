/** Below it the wide column has no room for a history of its own: it is a tab. */
export const NARROW = '(max-width: 1023px)'
