import checker from 'axe-core'

/** What a reader's software could not say: roles, names, labels. Colours and places need a layout and stay with the browser. */
export async function findViolations(part: Element): Promise<string[]> {
  const { violations } = await checker.run(part as HTMLElement, {
    resultTypes: ['violations'],
    rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false }, region: { enabled: false } },
  })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`))
}
