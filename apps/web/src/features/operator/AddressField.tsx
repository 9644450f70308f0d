import { isAddress } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId } from 'react'
import { personName } from '../../entities/person-name.ts'
import { TextField } from '../../kit/Field.tsx'
import { api, queryOf } from '../../lib/api.ts'

type Props = {
  /** What kind of thing has the address. */
  of: 'collection' | 'person'
  label: string
  name: string
  value: string
  aside?: string
  error?: string
  onChange: (address: string) => void
}

const LIMIT = 10

/** Takes an address, and finds it by a name that is typed instead: the browser offers what was found. */
export function AddressField({ of, value, onChange, ...field }: Props) {
  const list = useId()
  const search = useDeferredValue(value.trim())
  const isName = search !== '' && !isAddress(search.toLocaleLowerCase('en'))
  const asked = { search, page: 1, limit: LIMIT }
  const collections = useQuery({ ...queryOf(api.home.searchcontract, asked), enabled: isName && of === 'collection' })
  const people = useQuery({ ...queryOf(api.home.searchuser, asked), enabled: isName && of === 'person' })
  const found =
    of === 'collection'
      ? (collections.data?.list ?? []).map(({ address, name }) => ({ address, name }))
      : (people.data?.list ?? []).map((person) => ({ address: person.address, name: personName(person) }))
  return (
    <>
      <TextField
        {...field}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        spellCheck={false}
        autoComplete="off"
        list={list}
      />
      <datalist id={list}>
        {found.map(({ address, name }) => (
          <option key={address} value={address}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}
