// Runs only where modules do not: Internet Explorer and browsers of its age.
(function () {
  var box = document.createElement('div')
  box.setAttribute('role', 'alert')
  box.style.cssText =
    'position:fixed;top:16px;left:50%;width:420px;margin-left:-210px;padding:12px 16px;background:#fff3dc;' +
    'border:1px solid #f6d79b;color:#935600;font:14px/22px "Microsoft YaHei",sans-serif;text-align:center'
  box.appendChild(document.createTextNode('当前浏览器版本过低，请使用 Chrome 浏览器访问本系统。'))
  function show() {
    document.body.appendChild(box)
    setTimeout(function () {
      document.body.removeChild(box)
      var rest = document.createElement('p')
      rest.style.cssText = 'margin:120px auto;text-align:center;font:16px/26px "Microsoft YaHei",sans-serif;color:#3d4856'
      rest.appendChild(document.createTextNode('本系统需要 Chrome、Edge 或 Firefox 的近期版本。'))
      document.body.appendChild(rest)
    }, 5000)
  }
  if (document.body) show()
  else window.onload = show
})()
