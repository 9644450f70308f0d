import { clockText, countdownParts } from '@plinth/protocol'
import { Pause, Play, Volume2, VolumeX } from 'lucide-react'
import { type CSSProperties, useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/translate.ts'
import { IconButton } from '../../kit/IconButton.tsx'

type Playing = {
  at: number
  length: number
  isPlaying: boolean
  isMuted: boolean
}

const STILL: Playing = { at: 0, length: 0, isPlaying: false, isMuted: false }
const EVENTS = ['play', 'pause', 'timeupdate', 'seeked', 'durationchange', 'volumechange']

/** Sits on the floor under the item, because nothing ever covers an item: the browser's own controls would. */
export function Player({ media }: { media: HTMLMediaElement | null }) {
  const { t } = useTranslation()
  const { at, length, isPlaying, isMuted } = usePlaying(media)
  const played = length > 0 ? at / length : 0
  return (
    <div className="player">
      <IconButton
        icon={isPlaying ? Pause : Play}
        filled
        size="small"
        label={t(isPlaying ? 'work.pause' : 'work.play')}
        onClick={() => media && toggle(media)}
      />
      <span className="num s12">{minutes(at)}</span>
      <input
        type="range"
        className="player-track"
        min={0}
        max={length}
        step={0.1}
        value={at}
        style={{ '--played': `${played * 100}%` } as CSSProperties}
        aria-label={t('work.position')}
        aria-valuetext={`${minutes(at)} / ${minutes(length)}`}
        onChange={(event) => {
          if (media) media.currentTime = Number(event.target.value)
        }}
      />
      <span className="num s12 muted">{minutes(length)}</span>
      <IconButton
        icon={isMuted ? VolumeX : Volume2}
        size="small"
        label={t(isMuted ? 'work.unmute' : 'work.mute')}
        onClick={() => {
          if (media) media.muted = !media.muted
        }}
      />
    </div>
  )
}

/** A browser that can't play it says so by an event of its own. */
export function toggle(media: HTMLMediaElement): void {
  if (media.paused) media.play().catch(() => undefined)
  else media.pause()
}

function usePlaying(media: HTMLMediaElement | null): Playing {
  const [playing, setPlaying] = useState(STILL)
  useEffect(() => {
    if (!media) return setPlaying(STILL)
    const read = () =>
      setPlaying({
        at: media.currentTime,
        length: Number.isFinite(media.duration) ? media.duration : 0,
        isPlaying: !media.paused,
        isMuted: media.muted,
      })
    read()
    for (const event of EVENTS) media.addEventListener(event, read)
    return () => {
      for (const event of EVENTS) media.removeEventListener(event, read)
    }
  }, [media])
  return playing
}

/** "1:42"; items of an hour are not forbidden, so hours show when there are some. */
function minutes(seconds: number): string {
  return clockText(countdownParts(Math.floor(seconds))).replace(/^0{1,2}:0?/, '')
}
