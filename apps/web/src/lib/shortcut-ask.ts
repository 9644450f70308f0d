const listeners = new Set<() => void>()

/** Shows the list of all shortcuts: a link asks for it where the key may be turned off. */
export const askShortcuts = (): void => {
  for (const listener of listeners) listener()
}

export function listenShortcuts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
