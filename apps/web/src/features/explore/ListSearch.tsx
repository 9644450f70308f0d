import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Icon } from '../../kit/icons.tsx'

type Props = { label: string; keyword: string; onSearch: (keyword: string) => void }

/** Words to look for in a list; Enter looks. */
export function ListSearch({ label, keyword, onSearch }: Props) {
  const [typed, setTyped] = useState(keyword)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(typed.trim())
  }
  return (
    <search className="list-search">
      <form onSubmit={submit}>
        <div className="field">
          <Icon of={Search} size="small" />
          <input
            type="search"
            aria-label={label}
            placeholder={label}
            value={typed}
            maxLength={200}
            enterKeyHint="search"
            onChange={(event) => {
              setTyped(event.target.value)
              // The cross of the field empties it without a word.
              if (event.target.value === '' && keyword !== '') onSearch('')
            }}
          />
        </div>
      </form>
    </search>
  )
}
