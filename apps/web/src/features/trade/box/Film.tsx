import { useState } from 'react'

/** A film or a picture of which only the address is known: what can't be played is shown. */
export function Film({ src }: { src: string }) {
  const [isPicture, setPicture] = useState(false)
  if (isPicture) return <img className="reveal-film" src={src} alt="" />
  return <video className="reveal-film" src={src} autoPlay muted playsInline loop onError={() => setPicture(true)} />
}
