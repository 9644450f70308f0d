import { useSearchParams } from 'react-router'

/**
 * A choice kept in the address line beside the others there: a reload, a link and the way back find it again, and going
 * back does not go through each. Undefined while nothing of these is chosen.
 */
export function useParam<V extends string>(name: string, values: readonly V[]): [V | undefined, (value: V) => void] {
  const [params, setParams] = useSearchParams()
  const choose = (value: V) =>
    setParams(
      (current) => {
        current.set(name, value)
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  return [values.find((value) => value === params.get(name)), choose]
}
