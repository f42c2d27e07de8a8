package foreign

import "testing"

// FuzzDescription reads arbitrary descriptions. One that is accepted has parameters that can be
// declared, and, with a placement, rules.
func FuzzDescription(f *testing.F) {
	f.Add([]byte(`{"protocol":1,"name":"a","kind":"byte","max_successors":4,"parts":["text"],"params":[{"name":"n","default":1,"min":0,"max":9}]}`))
	f.Add([]byte(`{"protocol":1,"name":"b","kind":"score","max_successors":9,"parts":["layers","canonical"],"rules":"a\nb"}`))
	f.Add([]byte(`{"protocol":1,"name":"c","placement":{"board":"3x3","pieces":[]}}`))
	f.Add([]byte(`{"protocol":2}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := ParseDescription(text)
		if err != nil {
			return
		}
		if d.MaxSuccessors < 1 || len(d.params()) != len(d.Params) {
			t.Errorf("%+v is accepted", d)
		}
	})
}
