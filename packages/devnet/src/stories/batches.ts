/** Runs `each` over a list, at most `size` at the same time, and keeps the order of the answers. */
export async function inBatches<T, R>(list: readonly T[], size: number, each: (one: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = []
  let next = 0
  const work = async () => {
    for (let at = next++; at < list.length; at = next++) answers[at] = await each(list[at] as T)
  }
  await Promise.all(Array.from({ length: Math.min(size, list.length) }, work))
  return answers
}
