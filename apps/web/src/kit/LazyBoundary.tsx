import { Component, type ReactNode, Suspense } from 'react'
import { ChunkLoadError, offerReload } from '../lib/chunk.ts'

type Props = { children: ReactNode; fallback?: ReactNode }

/** A part of a page whose code comes when it is wanted. Where it does not come, the page stays without it and offers to load anew. */
export function LazyBoundary({ children, fallback }: Props) {
  return (
    <ChunkErrorBoundary>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ChunkErrorBoundary>
  )
}

/** What fails in another way than on the line is for the page to tell. React knows error boundaries as classes only. */
class ChunkErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined }
  static getDerivedStateFromError = (error: unknown) => ({ error })

  override componentDidCatch(error: unknown) {
    if (error instanceof ChunkLoadError) offerReload(true)
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if ((error as unknown) instanceof ChunkLoadError) return null
    throw error
  }
}
