import { Pagination } from 'antd'
import { shell } from '#contract/platform/shell'
import { usePageState } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { PageCard } from '#web/kit/parts/PageCard'
import './versions.css'

const SIZE = 10

export default function Versions() {
  const [page, setPage] = usePageState('page', 1)
  const { data, state } = useLoaded(
    shell.calls.versionRecords,
    { page, size: SIZE },
    { what: '版本记录', lines: 6, fresh: true, keepPrevious: true },
  )
  return (
    <PageCard title="版本记录" sub={`当前版本 V${__VERSION__}`}>
      {!data ? (
        state
      ) : data.list.length === 0 ? (
        <Empty title="还没有版本记录" text="每次升级后，这里会列出改了什么。" />
      ) : (
        <>
          <ol className="yy-versions yy-plain-list">
            {data.list.map((record) => (
              <li className="yy-flex yy-over" key={record.recordId}>
                <time>{record.releaseDate.slice(0, 10)}</time>
                <div>
                  <h2>{record.title}</h2>
                  <div className="yy-version-text yy-scroll">{record.content}</div>
                </div>
              </li>
            ))}
          </ol>
          {data.total > SIZE && (
            <Pagination
              align="end"
              current={page}
              pageSize={SIZE}
              total={data.total}
              showSizeChanger={false}
              onChange={setPage}
            />
          )}
        </>
      )}
    </PageCard>
  )
}
