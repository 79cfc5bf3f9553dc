// What the pages are measured against: one antd table with the first ten residents, and nothing else.
import { Table } from 'antd'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

interface Row {
  oldmanId: string
  [name: string]: unknown
}

const COLUMNS = [
  'oldmanName',
  'idCard',
  'bedName',
  'nursingLevelName',
  'checkInDate',
  'phone',
  'deptName',
  'status',
].map((name) => ({ title: name, dataIndex: name, key: name, render: (value: unknown) => String(value ?? '') }))

function Bare() {
  const [rows, setRows] = useState<readonly Row[]>([])
  useEffect(() => {
    const headers = { authorization: localStorage.getItem('bench-token') ?? '', appName: 'platform-admin' }
    void fetch('/pims/web-pi/oldmans/proFile/list?page=1&size=10', { headers })
      .then((answer) => answer.json())
      .then((body: { data: { list: Row[] } }) => setRows(body.data.list))
  }, [])
  return <Table columns={COLUMNS} dataSource={rows} rowKey="oldmanId" />
}

createRoot(document.getElementById('root')!).render(<Bare />)
