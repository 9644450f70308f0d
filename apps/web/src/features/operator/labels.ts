import type { OperatorAct, OperatorGroup } from '@plinth/api'
import { hasText, useTranslation } from '../../i18n/translate.ts'

const camel = (name: string): string => name.replaceAll(/[- ](\w)/g, (_, letter: string) => letter.toUpperCase())
const sentence = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')

/**
 * The console's labels for the server's groups, commands, options and columns; one without a label shows the server's own name.
 */
export function useLabels() {
  const { t } = useTranslation()
  const say = (key: string, otherwise: string): string => (hasText(key) ? t(key) : otherwise)
  return {
    group: ({ name, about }: OperatorGroup) => ({
      title: say(`operator.group.${camel(name)}.title`, sentence(name)),
      about: say(`operator.group.${camel(name)}.about`, about),
    }),
    act: (group: string, name: string) => say(`operator.act.${camel(group)}.${camel(name)}`, sentence(name)),
    /** Names that mean one thing in most groups, and another in a few. */
    option: (group: string, { name }: Pick<OperatorAct['options'][number], 'name'>, about: string) =>
      say(`operator.option.${OTHERWISE[`${group} ${name}`] ?? name}`, about),
    choice: (name: string) => say(`operator.choice.${camel(name)}`, name),
    column: (name: string) => say(`operator.column.${camel(name)}`, sentence(name)),
  }
}

const OTHERWISE: Readonly<Record<string, string>> = {
  'categories name': 'shortName',
  'pay-tokens token': 'tokenContract',
  'rates token': 'tokenContract',
  'items token': 'tokenId',
  'banners token': 'tokenId',
}
