import { Component, type ReactNode, Suspense } from 'react'
import { ChunkLoadError, offerReload } from '../lib/chunk.ts'

type Props = { children: ReactNode; fallback?: ReactNode }

/** A part of a page whose code loads on demand. If it fails to load, the page stays without it and offers a reload. */
export function LazyBoundary({ children, fallback }: Props) {
  return (
    <ChunkErrorBoundary>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ChunkErrorBoundary>
  )
}

/** The page handles failures other than a failed load. React knows error boundaries as classes only. */
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
