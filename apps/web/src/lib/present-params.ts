/**
 * Of the address as it stands. Those of the last render may be a press behind: the router renders when it has the time, and two
 * changes in a row would lose the first.
 */
export const presentParams = (): URLSearchParams => new URLSearchParams(location.search)
