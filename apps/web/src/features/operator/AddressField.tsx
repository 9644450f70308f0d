import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { personName } from '../../entities/person-name.ts'
import { TextField } from '../../kit/Field.tsx'
import { api, queryOf } from '../../lib/api.ts'
import { useRested } from '../../lib/use-rested.ts'

type Props = {
  /** What kind of thing has the address. */
  of: 'collection' | 'person'
  label: string
  name: string
  value: string
  /** Collections of this one only; of every chain without it. */
  chain?: string | undefined
  aside?: string
  error?: string
  onChange: (address: string) => void
}

const LIMIT = 10

/** Takes an address, and finds it by a name that is typed instead: the browser offers what was found. */
export function AddressField({ of, value, chain, onChange, ...field }: Props) {
  const list = useId()
  const search = useRested(value.trim())
  // What begins like an address is typed to its end.
  const isName = search !== '' && !/^0x/i.test(search)
  const asked = { search, page: 1, limit: LIMIT }
  const chainId = chain ? Number(chain) : undefined
  const collections = useQuery({ ...queryOf(api.home.searchcontract, { ...asked, chainId }), enabled: isName && of === 'collection' })
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
