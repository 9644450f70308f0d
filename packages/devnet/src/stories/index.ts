import { driftSeries } from './drift.ts'
import { openingShow } from './opening-show.ts'
import type { StoryContext, StoryEnd, StoryRun } from './story.ts'

export type { StoryChain, StoryContext, StoryRun } from './story.ts'

/** The series comes first: it moves the chain's clock to today. */
const STORIES = [driftSeries, openingShow]

/** Fills a fresh market with items, sales and purchases of the demo accounts. */
export async function playStories(context: StoryContext): Promise<StoryRun> {
  const end: StoryEnd = { banners: [], announcements: [] }
  const all: StoryRun[] = []
  for (const story of STORIES) {
    context.log(story.title)
    const run = await story.play(context)
    end.banners.push(...run.end.banners)
    end.announcements.push(...run.end.announcements)
    all.push(run)
  }
  return { end, finish: async () => void (await Promise.all(all.map((run) => run.finish()))) }
}
