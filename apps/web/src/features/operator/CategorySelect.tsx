import type { Category } from '@plinth/api'
import { useCategoryName } from '../../entities/category-name.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Select } from '../../kit/Field.tsx'
import type { FieldText } from '../../kit/field.ts'
import { useCategories } from '../../lib/site.ts'

type CategorySelectProps = FieldText & { value: string; onChange: (value: string) => void }

/** By name and level, where the command line asks for a number. */
export function CategorySelect({ value, onChange, ...text }: CategorySelectProps) {
  const { t } = useTranslation()
  const nameOf = useCategoryName()
  const listed = (list: readonly Category[], depth: number): { value: string; label: string }[] =>
    list.flatMap((one) => [
      { value: one.id.toString(), label: `${'\u2003'.repeat(depth)}${nameOf(one)}` },
      ...listed(one.children, depth + 1),
    ])
  return (
    <Select
      {...text}
      name="under"
      value={value}
      placeholder={t('operator.topLevel')}
      options={listed(useCategories(), 0)}
      onChange={onChange}
    />
  )
}
