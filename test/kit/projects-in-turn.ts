import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Runs the files of one project after those of another, because a worker restarts when its project changes. */
export class ProjectsInTurn extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const order = this.ctx.projects.map(({ name }) => name)
    const place = ({ project }: TestSpecification): number => order.indexOf(project.name)
    return sorted.toSorted((a, b) => place(a) - place(b))
  }
}
