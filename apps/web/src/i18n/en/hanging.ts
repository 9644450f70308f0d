export const hanging = {
  playing: 'The demo is still being hung; the market is open meanwhile.',
  count: '{{done}} of {{total}} acts.',
  failed: '{{count}} did not work out: the terminal says why, and the next start tries again.',
}
