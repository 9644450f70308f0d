import type { Hanging } from '@plinth/api'
import { defaultLoginMessage, type ServerConfig } from './config.ts'

/** The site's present name as this process last read it: for code that can't wait for the database. */
export type LiveSite = {
  name(): string
  /** The sign-in message: it names the site, unless the operator wrote another one. */
  loginMessage(): string
  /** Undefined restores the configured name. */
  rename(name: string | undefined): void
  /** What of the demo hangs; undefined where all of it does, and in a market without one. */
  hanging(): Hanging | undefined
  hang(hanging: Hanging | undefined): void
}

export function createLiveSite({ site, origins }: Pick<ServerConfig, 'site' | 'origins'>): LiveSite {
  const origin = origins[0] ?? ''
  const isDefault = site.loginMessage === defaultLoginMessage(site.name, origin)
  let name = site.name
  let hanging: Hanging | undefined
  return {
    name: () => name,
    loginMessage: () => (isDefault ? defaultLoginMessage(name, origin) : site.loginMessage),
    rename: (said = site.name) => {
      name = said
    },
    hanging: () => hanging,
    hang: (now) => {
      hanging = now
    },
  }
}
