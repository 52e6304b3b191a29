import { resolve } from 'node:path';

import ts from 'typescript';

const resources = ['PaymentIntents', 'Refunds', 'Charges', 'Disputes', 'Checkout/Sessions', 'Tax/Calculations'];
const files = resources.map((name) => resolve(`node_modules/stripe/esm/resources/${name}.d.ts`));

const program = ts.createProgram(files, {
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
});
const checker = program.getTypeChecker();

/** Returns a type by name, which may include namespaces: `Checkout.SessionCreateParams`. */
function typeNamed(name: string): ts.Type {
  const names = name.split('.').map((part) => ts.escapeLeadingUnderscores(part));
  for (const file of files) {
    const source = program.getSourceFile(file);
    let symbol = source === undefined ? undefined : checker.getSymbolAtLocation(source);
    for (const part of names) symbol = symbol?.exports?.get(part);
    if (symbol !== undefined) return checker.getDeclaredTypeOfSymbol(symbol);
  }
  throw new Error(`the provider's package has no type ${name}`);
}

const membersOf = (type: ts.Type): ts.Type[] => (type.isUnion() ? type.types : [type]);

/** Returns the types that a value can be parsed as. Every value of a form is text. */
function readings(value: unknown, isForm: boolean): ts.Type[] {
  if (typeof value === 'number') return [checker.getNumberLiteralType(value)];
  if (typeof value === 'boolean') return [value ? checker.getTrueType() : checker.getFalseType()];
  if (value === null) return [checker.getNullType()];
  if (typeof value !== 'string') return [];
  const text = checker.getStringLiteralType(value);
  if (!isForm) return [text];
  const isBoolean = value === 'true' || value === 'false';
  return [
    text,
    ...(/^-?\d+$/.test(value) ? [checker.getNumberLiteralType(Number(value))] : []),
    ...(isBoolean ? [value === 'true' ? checker.getTrueType() : checker.getFalseType()] : []),
  ];
}

type Place = { path: string; isForm: boolean };

function misfitsOfObject(type: ts.Type, value: object, { path, isForm }: Place): string[] {
  const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  const isList = checker.isArrayType(type);
  return Object.entries(value).flatMap(([name, inner]) => {
    const property = isList ? undefined : checker.getPropertyOfType(type, name);
    const place = { path: `${path}[${name}]`, isForm };
    if (isList && element !== undefined && /^\d+$/.test(name)) return misfits(element, inner, place);
    if (property !== undefined) return misfits(checker.getTypeOfSymbol(property), inner, place);
    const other = checker.getIndexTypeOfType(type, ts.IndexKind.String);
    return other === undefined ? [`${place.path} is not published`] : misfits(other, inner, place);
  });
}

function misfits(type: ts.Type, value: unknown, place: Place): string[] {
  if (typeof value !== 'object' || value === null) {
    const fits = readings(value, place.isForm).some((reading) => checker.isTypeAssignableTo(reading, type));
    return fits ? [] : [`${place.path} may not be ${JSON.stringify(value)} but ${checker.typeToString(type)}`];
  }
  const objects = membersOf(type).filter((member) => (member.flags & ts.TypeFlags.Object) !== 0);
  const all = objects.map((member) => misfitsOfObject(member, value, place));
  return all.toSorted((a, b) => a.length - b.length)[0] ?? [`${place.path} may not be an object`];
}

/**
 * Returns every name and value of a form or response that the provider's published type lacks. With
 * `isForm`, all values are text.
 */
export function unpublished(typeName: string, value: object, isForm: boolean): string[] {
  return misfits(typeNamed(typeName), value, { path: typeName, isForm });
}
