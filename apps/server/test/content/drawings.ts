const NS = 'xmlns="http://www.w3.org/2000/svg"'
const FILTER = '<feTurbulence baseFrequency="0.9" numOctaves="2000"/><feGaussianBlur stdDeviation="500"/>'.repeat(50)

/** Renders until it is stopped, after five seconds. */
export const BOMB = `<svg ${NS} width="4000" height="4000"><filter id="f" x="0" y="0" width="1" height="1">${FILTER}</filter><rect width="4000" height="4000" filter="url(#f)"/></svg>`
export const BROKEN = `<svg ${NS} width="0" height="0"></svg>`
export const MODEST = `<svg ${NS} width="100" height="100"><rect width="100" height="100" fill="#00f"/></svg>`
