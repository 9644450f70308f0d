import { useCategoryName } from '../../entities/category-name.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { SegmentedField } from '../../kit/choices.tsx'
import { DecimalField } from '../../kit/DecimalField.tsx'
import { Select, TextArea, TextField } from '../../kit/Field.tsx'
import { useCategories } from '../../lib/site.ts'
import { type CreateErrors, type CreateForm, ROYALTY_CHOICES } from './create-form.ts'
import { leafCategories } from './leaf-categories.ts'

type Props = { form: CreateForm; onChange: (part: Partial<CreateForm>) => void; errors: CreateErrors }

/** Name, description, category, royalty. */
export function AboutFields({ form, onChange, errors }: Props) {
  const { t } = useTranslation()
  const nameOf = useCategoryName()
  const options = leafCategories(useCategories()).map(({ id, path }) => ({ value: id.toString(), label: path.map(nameOf).join(', ') }))
  const royalties = ROYALTY_CHOICES.map((value) => ({ value, label: value === 'other' ? t('create.royaltyOther') : `${value}%` }))
  return (
    <div className="stack">
      <TextField
        label={t('create.name')}
        value={form.name}
        maxLength={200}
        onChange={(event) => onChange({ name: event.target.value })}
        error={errors.name && t(errors.name)}
      />
      <TextArea
        label={t('create.description')}
        aside={t('form.optional')}
        value={form.description}
        maxLength={5_000}
        onChange={(event) => onChange({ description: event.target.value })}
      />
      <div className="halves">
        <Select
          label={t('create.category')}
          placeholder={t('create.categoryChoose')}
          value={form.category}
          options={options}
          onChange={(category) => onChange({ category })}
          error={errors.category && t(errors.category)}
        />
        <div className="stack tight">
          <SegmentedField
            label={t('create.royalty')}
            aside={t('create.royaltyMax')}
            value={form.royalty}
            options={royalties}
            onChange={(royalty) => onChange({ royalty })}
            error={form.royalty === 'other' ? undefined : errors.royalty && t(errors.royalty)}
            tall
          />
          {form.royalty === 'other' && (
            <DecimalField
              label={t('create.royaltyPercent')}
              placeholder="0"
              value={form.royaltyOther}
              onChange={(royaltyOther) => onChange({ royaltyOther })}
              error={errors.royalty && t(errors.royalty)}
              end={<span className="muted">%</span>}
            />
          )}
        </div>
      </div>
    </div>
  )
}
