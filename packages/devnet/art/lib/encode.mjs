import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { RATE } from './synth.mjs'
import { MEDIA, report } from './write.mjs'

/** Runs ffmpeg with raw input on its stdin; `chunks` is what it reads. */
async function ffmpeg(args, chunks) {
  const child = spawn('ffmpeg', ['-v', 'error', '-y', ...args], { stdio: ['pipe', 'inherit', 'inherit'] })
  const done = once(child, 'close')
  for (const chunk of chunks) if (!child.stdin.write(chunk)) await once(child.stdin, 'drain')
  child.stdin.end()
  const [code] = await done
  if (code) throw new Error(`ffmpeg ended with ${code}`)
}

export async function writeSound(name, { left, right }) {
  const samples = new Float32Array(left.length * 2)
  for (let i = 0; i < left.length; i++) {
    samples[i * 2] = left[i]
    samples[i * 2 + 1] = right[i]
  }
  const input = ['-f', 'f32le', '-ar', `${RATE}`, '-ac', '2', '-i', '-']
  await ffmpeg([...input, '-c:a', 'libmp3lame', '-b:a', '112k', '-map_metadata', '-1', MEDIA + name], [Buffer.from(samples.buffer)])
  report(name, `${(left.length / RATE).toFixed(1)} s`, 'stereo')
}

// No random ids and no encoder names in the file, so that a rerun gives the same bytes.
const REPEATABLE = ['-fflags', '+bitexact', '-flags:v', '+bitexact']

const CODECS = {
  mp4: ['-c:v', 'libx264', '-preset', 'veryslow', '-profile:v', 'high', '-movflags', '+faststart'],
  webm: ['-c:v', 'libvpx-vp9', '-b:v', '0', '-deadline', 'good', '-cpu-used', '1', '-threads', '1'],
}

/** Writes canvases as a silent loop, H.264 or VP9 by the name's ending. */
export async function writeVideo(name, { width, height, fps, crf, frames }) {
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${width}x${height}`, '-r', `${fps}`, '-i', '-']
  const raw = function* () {
    for (const canvas of frames) yield Buffer.from(canvas.getContext('2d').getImageData(0, 0, width, height).data.buffer)
  }
  const codec = CODECS[name.split('.').at(-1)]
  await ffmpeg([...input, ...codec, ...REPEATABLE, '-crf', `${crf}`, '-pix_fmt', 'yuv420p', '-map_metadata', '-1', MEDIA + name], raw())
  report(name, width, height)
}
