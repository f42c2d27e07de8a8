package cluster

import (
	"encoding/json"
	"log/slog"
	"testing"

	"github.com/nats-io/nats.go"
)

// FuzzMessages sends arbitrary messages to a coordinator and a worker, as NATS hands them over. One that
// is read is the same after it was sent on.
func FuzzMessages(f *testing.F) {
	for _, text := range []string{
		`{"what":"done","worker":"a","stage":"s","unit":"scan/0/0/1","object":{"name":"result/a","sha256":"00","size":3},"took":1.5}`,
		`{"worker":"a","host":"h","stage":"s","threads":2,"leaves":true,"trouble":"no space","rate":1e300}`,
		`{"to":"me","given":[{"Kind":"scan","From":1,"To":3}],"stage":"s","taken":["x"],"refuted":["me"],"end":true}`,
		`{"job":"j","game":"tictactoe","store":"dir","folder":"f","engine":"e"}`,
	} {
		f.Add([]byte(text))
	}
	log := slog.New(slog.DiscardHandler)
	f.Fuzz(func(t *testing.T, data []byte) {
		m := &nats.Msg{Data: data}
		self := &replica{machine: machine{timing: usual()}, name: "me", log: log, inbox: newInbox()}
		hearJSON((&follower{self: self}).listen)(m)
		for u := self.inbox.next("s"); u != nil; u = self.inbox.next("s") {
			_ = u.String()
		}
		l := &leader{self: self, roster: newRoster(usual(), log), said: make(chan say, 1)}
		hearJSON(func(b beat) { l.meet(t.Context(), b) })(m)
		l.roster.present()
		hearJSON(func(s say) {
			if s.What != sayDamaged {
				l.hear(t.Context(), s)
			}
		})(m)
		var h, again hello
		if json.Unmarshal(data, &h) != nil {
			return
		}
		text, err := json.Marshal(h)
		if err == nil {
			err = json.Unmarshal(text, &again)
		}
		if err != nil || again != h {
			t.Errorf("%+v becomes %+v, %v", h, again, err)
		}
		if stage, unit, worker, ok := resultParts(h.Folder); ok {
			if a, b, c, ok := resultParts(resultName(stage, unit, worker)); !ok || a != stage || b != unit || c != worker {
				t.Errorf("the result %q is %q, %q, %q", h.Folder, a, b, c)
			}
		}
	})
}
