import type { E11Result } from '#src/client/generated/interface.ts'
import { callOperation } from '../../api/operations.ts'
import { linkTo } from '../../api/place.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { Facts } from '../../parts/facts.tsx'
import { FilePicture } from '../../parts/file-picture.tsx'
import { JsonView } from '../../parts/json-view.tsx'
import { Shown } from '../../parts/notice.tsx'
import { formatTime } from '../../texts/language.ts'
import { words } from './portal-texts.ts'

/** Pictures that are shown at once. */
const MAX_PICTURES = 12

/** One content as E11 answers it. */
export const ContentDetail = ({ block, id }: { readonly block: number; readonly id: string }) => {
  const text = words()
  const loaded = useLoaded(
    (signal) => callOperation<E11Result>('E11', { id: Number(id) }, { isUntracked: true, signal }),
    [id],
  )
  return (
    <section class="panel" aria-label={loaded.data?.name ?? id}>
      <a class="at-end" href={linkTo('portal', block)}>
        {text.close}
      </a>
      <Shown loaded={loaded}>{(content) => <Content content={content} />}</Shown>
    </section>
  )
}

const Content = ({ content }: { readonly content: E11Result }) => {
  const text = words()
  const { name, coreId, contentText, detailPictures, publishTime, buttonName, buttonLinkUrl } =
    content
  return (
    <>
      <h2>{name}</h2>
      <div class="portal-pictures">
        {detailPictures.slice(0, MAX_PICTURES).map((url, index) => (
          <FilePicture key={index} signed={url} alt="" />
        ))}
      </div>
      <p class="portal-text">{contentText}</p>
      <Facts
        facts={[
          [text.published, formatTime(publishTime)],
          [
            text.asset,
            <a href={linkTo('library', 'asset', coreId)}>
              {text.asset} {coreId}
            </a>,
          ],
          [text.button, <Button name={buttonName} url={buttonLinkUrl} />],
          ...Object.entries(content.metadataInfo).map(
            ([code, value]) => [code, <code>{JSON.stringify(value)}</code>] as const,
          ),
        ]}
      />
      <details>
        <summary>{text.answer}</summary>
        <JsonView value={content} label={text.answer} />
      </details>
    </>
  )
}

/** The button of a content; a URL that is not of the web is text. */
const Button = ({ name, url }: { readonly name: string; readonly url: string }) =>
  /^https?:\/\//i.test(url) ? (
    <>
      {name}{' '}
      <a href={url} target="_blank" rel="noreferrer noopener">
        {url}
      </a>
    </>
  ) : (
    <>
      {name} <code>{url}</code>
    </>
  )
