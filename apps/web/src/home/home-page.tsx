export default function HomePage() {
  return <h1 className="page-title">今天想回答什么问题？</h1>;
}
