const MOBILE = /Android|iPhone|iPad|iPod|Windows Phone|BlackBerry|webOS|Opera Mini|IEMobile|Mobile/i

/** From the user agent alone (SHELL-48); it picks the menu and the banner, the layout follows CSS (decision 40). */
export function isMobileAgent(agent: string = navigator.userAgent): boolean {
  return MOBILE.test(agent)
}
