export function TableFileField({ id, onChoose }: { id: string; onChoose(file: File | null): void }) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block font-semibold">
        File
      </label>
      <input
        id={id}
        type="file"
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        className="control w-full max-w-xl"
        onChange={({ target }) => onChoose(target.files?.[0] ?? null)}
      />
    </div>
  );
}
