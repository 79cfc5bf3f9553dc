// antd alone, as its documentation shows it: a table of a hundred rows with boxes to tick, a field, and two drawers.
import { Button, Descriptions, Drawer, Form, Input, Select, Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'

const ROWS = 100
const COLUMNS = 12
const FIELDS = 8
const columns = Array.from({ length: COLUMNS }, (_, at) => ({
  title: `列 ${at}`,
  dataIndex: `c${at}`,
  width: 140,
  ellipsis: true,
  ...(at === 0 && { fixed: 'start' as const }),
}))
const rows = Array.from({ length: ROWS }, (_, row) => ({
  key: row,
  ...Object.fromEntries(columns.map((column, at) => [column.dataIndex, `内容 ${row}-${at}`])),
}))

function Rows() {
  const [chosen, setChosen] = useState<React.Key[]>([])
  return (
    <Table
      size="small"
      columns={columns}
      dataSource={rows}
      pagination={false}
      scroll={{ x: COLUMNS * 140, y: 800 }}
      rowSelection={{ selectedRowKeys: chosen, onChange: setChosen, fixed: true, columnWidth: 44 }}
    />
  )
}

function Search() {
  const [typed, setTyped] = useState('')
  return <Input id="search" value={typed} onChange={(event) => setTyped(event.target.value)} />
}

/** A button and the drawer it opens. */
function Beside({ id, children }: { id: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button id={id} onClick={() => setOpen(true)}>
        打开
      </Button>
      <Drawer open={open} onClose={() => setOpen(false)} destroyOnHidden size={560} title="抽屉">
        {children}
      </Drawer>
    </>
  )
}

createRoot(document.getElementById('root')!).render(
  <>
    <Search />
    <Beside id="open-form">
      <Form layout="vertical">
        {Array.from({ length: FIELDS }, (_, at) => (
          <Form.Item key={at} name={`f${at}`} label={`项目 ${at}`} rules={[{ required: true }]}>
            {at % 3 === 0 ? <Select options={[{ value: 1, label: '一' }]} /> : <Input />}
          </Form.Item>
        ))}
      </Form>
    </Beside>
    <Beside id="open-record">
      <Descriptions
        column={1}
        items={Array.from({ length: 12 }, (_, at) => ({ key: at, label: `项目 ${at}`, children: `内容 ${at}` }))}
      />
      <Table size="small" columns={columns.slice(0, 4)} dataSource={rows.slice(0, 6)} pagination={false} />
    </Beside>
    <Rows />
  </>,
)
