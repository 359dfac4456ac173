import type { Question } from '../work.ts'

/** Answers a question; the modules for each kind are loaded on first use. */
export const answer = async (question: Question): Promise<unknown> => {
  switch (question.kind) {
    case 'detect': {
      const { detectMediaType } = await import('./detect.ts')
      return detectMediaType(question.given.path, question.given.hint)
    }
    case 'measure': {
      const { measure } = await import('./measure.ts')
      return measure(question.given.path, question.given.mediaType)
    }
    case 'picture': {
      const { makePicture } = await import('./make-picture.ts')
      return makePicture(question.given.path, question.given.box)
    }
    case 'card': {
      const { makeCard } = await import('./make-card.ts')
      return makeCard(question.given.kind, question.given.box, question.given.format)
    }
  }
}
