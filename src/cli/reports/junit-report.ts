import junit from 'junit-report-builder'

type Builder = typeof junit.default

/** Node and bundles give the exports of this CommonJS package, test runners its default export. */
const builder: Builder = 'default' in junit ? junit.default : (junit as Builder)

/** One case of a report: what was judged, and what is wrong with it. */
export interface ReportCase {
  /** Its group, such as the number of an operation. */
  readonly group: string
  readonly name: string
  /** Sentence about what is wrong; without it the case has passed. */
  readonly failure?: string
}

/** Cases as a JUnit report, which CI systems show as tests. */
export const junitReport = (suiteName: string, cases: readonly ReportCase[]): string => {
  const report = builder.newBuilder()
  const suite = report.testSuite().name(suiteName)
  for (const { group, name, failure } of cases) {
    const testCase = suite.testCase().className(group).name(name)
    if (failure !== undefined) testCase.failure(failure)
  }
  return report.build()
}
