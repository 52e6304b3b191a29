export default function Dashboard() {
  return <h1 className="text-4xl">Dashboard</h1>;
}
