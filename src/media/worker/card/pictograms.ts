/** How a kind of file is shown: its colour, and a pictogram in it of 100 by 100. */
export interface Look {
  colour: string
  pictogram: string
}

const PAGE = '<path d="M24 12H58L78 32V88H24Z"/><path d="M58 12V32H78"/>'
const BUBBLE =
  '<path d="M16 18H84V68H52L36 84V68H16Z"/><path d="M32 36H68M32 50H56" stroke-width="5"/>'

/** Pictograms are lines of one colour; class `solid` is filled with it. */
const LOOKS: ReadonlyMap<string, Look> = new Map(
  Object.entries<Look>({
    picture: {
      colour: '#23897c',
      pictogram:
        '<rect x="12" y="18" width="76" height="64" rx="9"/><circle class="solid" cx="35" cy="39" r="5"/><path class="solid" d="M22 71L42 52L54 63L65 50L78 71Z" stroke-width="4"/>',
    },
    video: {
      colour: '#c2455c',
      pictogram:
        '<rect x="10" y="20" width="80" height="60" rx="11"/><path class="solid" d="M43 38L63 50L43 62Z" stroke-width="5"/>',
    },
    audio: {
      colour: '#8059b8',
      pictogram: '<path d="M16 44V56M33 31V69M50 17V83M67 35V65M84 43V57" stroke-width="8"/>',
    },
    document: {
      colour: '#3f73b7',
      pictogram: `${PAGE}<path d="M37 48H65M37 60H65M37 72H54" stroke-width="5"/>`,
    },
    sheet: {
      colour: '#3a8b4f',
      pictogram:
        '<path class="solid" d="M16 22H84V38H16Z"/><rect x="14" y="18" width="72" height="64" rx="8"/><path d="M14 60H86M38 38V82M62 38V82" stroke-width="5"/>',
    },
    design: {
      colour: '#c9672c',
      pictogram:
        '<path d="M22 70C22 48 34 33 50 33C66 33 78 48 78 70"/><path d="M18 33H82" stroke-width="4"/><circle class="solid" cx="15" cy="33" r="4"/><circle class="solid" cx="85" cy="33" r="4"/><path class="solid" d="M43 26H57V40H43ZM16 70H28V82H16ZM72 70H84V82H72Z" stroke-width="4"/>',
    },
    font: {
      colour: '#5d6b7a',
      pictogram:
        '<path d="M10 80L32 20L54 80M18 60H46"/><circle cx="73" cy="66" r="14"/><path d="M88 51V80"/>',
    },
    archive: {
      colour: '#94702f',
      pictogram:
        '<rect x="10" y="20" width="80" height="20" rx="5"/><path d="M17 40V76A6 6 0 0 0 23 82H77A6 6 0 0 0 83 76V40"/><path d="M41 54H59"/>',
    },
    web: {
      colour: '#2e7d9e',
      pictogram:
        '<circle cx="50" cy="50" r="38"/><ellipse cx="50" cy="50" rx="17" ry="38" stroke-width="5"/><path d="M13 50H87" stroke-width="5"/>',
    },
    person: {
      colour: '#7a6a9c',
      pictogram:
        '<circle cx="50" cy="36" r="18"/><path d="M16 84C18 64 32 56 50 56C68 56 82 64 84 84"/>',
    },
    content_text: { colour: '#5563ad', pictogram: BUBBLE },
    content_rtf: { colour: '#5563ad', pictogram: BUBBLE },
  }),
)

const OTHER: Look = { colour: '#6b7684', pictogram: PAGE }

/** The look of a kind; kinds that have none of their own are a blank page. */
export const lookOf = (kind: string): Look => LOOKS.get(kind) ?? OTHER
