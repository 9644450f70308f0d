// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IFullExchange} from "../../../src/exchange/IFullExchange.sol";
import {Asset, Extra, Fill, Order, OrderKey, Sig} from "../../../src/exchange/OrderTypes.sol";
import {Signatures} from "../../../src/exchange/Signatures.sol";
import {ITransferProxy} from "../../../src/transfer/ITransferProxy.sol";
import {HostilePayee, Mood} from "../../base/Hostile.sol";
import {CoinFace, SharesERC20} from "../../base/OddMoney.sol";
import {PlainERC1155} from "../../base/PlainTokens.sol";
import {Test} from "../../base/Test.sol";
import {DelegatedCode} from "../../findings/DelegatedMaker.t.sol";
import {TurningRoyalty} from "../../findings/LeastProceeds.t.sol";

/// @notice A royalty that rises with each transfer, so within a sweep.
contract MovingRoyalty is TurningRoyalty {
    uint256 private immutable _step;

    constructor(uint256 step) {
        _step = step;
    }

    function bps() external view returns (uint256) {
        return _bps;
    }

    function _update(address to, uint256 id, address auth) internal override returns (address from) {
        from = super._update(to, id, auth);
        if (from != address(0)) _bps += _step;
    }
}

/// @notice Sales that name a royalty, of a collection whose royalty moves; coin that is an ERC20, too; money with shares behind it;
/// lots that others take in part; a bidder that delegates. The books know each outcome and its cost.
contract OddHandler is Test {
    uint256 private constant FEE = 250;
    uint256 private constant ID = 7;

    IFullExchange private immutable _exchange;
    MovingRoyalty private immutable _moving = new MovingRoyalty(200);
    CoinFace private immutable _face = new CoinFace();
    SharesERC20 public immutable shares = new SharesERC20();
    PlainERC1155 private immutable _lots = new PlainERC1155();
    HostilePayee public immutable creator = new HostilePayee();
    address private immutable _treasury;
    address private immutable _code = address(new DelegatedCode(0xffffffff));

    uint256 private _number;
    uint256 private _id;
    uint256 public feesKept;
    uint256 public paid;
    uint256 public lotsBought;
    bool public wasWrong;

    constructor(IFullExchange exchange_, ITransferProxy proxy, address treasury_) {
        (_exchange, _treasury) = (exchange_, treasury_);
        _moving.set(address(creator), 0);
        _lots.give(alice, ID, 1e30);
        vm.startPrank(alice);
        _moving.setApprovalForAll(address(proxy), true);
        _lots.setApprovalForAll(address(proxy), true);
        vm.stopPrank();
        shares.give(bob, 1e30);
        vm.prank(bob);
        shares.approve(address(proxy), type(uint256).max);
    }

    function due(uint256 price) private pure returns (uint256) {
        return price + price * FEE / 10_000;
    }

    function book(uint256 price) private {
        feesKept += 2 * (price * FEE / 10_000);
        paid += due(price);
    }

    /// Alice sells an item of the moving collection, with a royalty of at most `most`.
    function sale(uint256 price, uint256 most) private returns (Order memory) {
        _moving.give(alice, ++_id);
        OrderKey memory key = OrderKey(alice, (most << 160) | _number++, Asset(address(_moving), _id, 3), Asset(address(0), 0, 0));
        return Order(key, 1, price, FEE);
    }

    function isWithin(uint256 price, uint256 bps, uint256 most) private pure returns (bool) {
        uint256 royalty = price * (bps < 1000 ? bps : 1000) / 10_000;
        return most == 0 || royalty <= (price * most + 9_999) / 10_000;
    }

    function turn(uint256 bps) external {
        _moving.set(address(creator), bound(bps, 0, 1200));
    }

    function setMood(uint256 mood) external {
        creator.set(Mood(bound(mood, 0, 1)));
    }

    function delegate(bool isOn) external {
        vm.signAndAttachDelegation(isOn ? _code : address(0), BOB_KEY);
        // A delegation takes effect with the next call.
        (bool ok,) = bob.call("");
        if (!ok) wasWrong = true;
    }

    function buy(uint256 price, uint256 most) external {
        price = bound(price, 1, 1e15);
        most = bound(most, 0, 1100);
        bool isDue = isWithin(price, _moving.bps(), most);
        Order memory order = sale(price, most);
        Sig memory sig = signed(ALICE_KEY, _exchange.digest(order));
        vm.prank(bob);
        try _exchange.exchange{value: due(price)}(order, sig, FEE, none(), 1, address(0)) {
            if (!isDue) wasWrong = true;
            book(price);
        } catch {
            if (isDue) wasWrong = true;
        }
    }

    /// Each line raises the royalty of the next.
    function sweep(uint256 price, uint256 most) external {
        price = bound(price, 1, 1e15);
        most = bound(most, 0, 1100);
        Fill[] memory fills = new Fill[](3);
        for (uint256 i; i < 3; ++i) {
            Order memory order = sale(price, most);
            fills[i] = Fill(order, signed(ALICE_KEY, _exchange.digest(order)), FEE, none(), 1);
        }
        uint256 bps = _moving.bps();
        vm.prank(bob);
        try _exchange.sweep{value: 3 * due(price)}(fills, address(0), 1) returns (bool[] memory done) {
            for (uint256 i; i < 3; ++i) {
                if (done[i] != isWithin(price, bps, most)) wasWrong = true;
                if (!done[i]) continue;
                bps += 200;
                book(price);
            }
        } catch {
            if (isWithin(price, bps, most)) wasWrong = true;
        }
    }

    /// Bob takes some of ten first, then asks for ten, or for the rest from `least` on.
    function part(uint256 price, uint256 gone, uint256 least) external {
        price = bound(price, 1, 1e15);
        (gone, least) = (bound(gone, 0, 10), bound(least, 0, 10));
        Order memory lot =
            Order(OrderKey(alice, _number++, Asset(address(_lots), ID, 2), Asset(address(0), 0, 0)), 10, 10 * price, FEE);
        Sig memory sig = signed(ALICE_KEY, _exchange.digest(lot));
        if (gone != 0) {
            vm.prank(bob);
            _exchange.exchange{value: due(gone * price)}(lot, sig, FEE, none(), gone, address(0));
            book(gone * price);
            lotsBought += gone;
        }
        Fill[] memory fills = new Fill[](1);
        fills[0] = Fill(lot, sig, FEE, none(), 10);
        Extra[] memory extras = new Extra[](1);
        extras[0] = Extra(0, "", "", least);
        uint256 left = 10 - gone;
        bool isDue = gone == 0 || (least != 0 && left != 0 && left >= least);
        vm.prank(bob);
        try _exchange.sweepWith{value: due(10 * price)}(fills, extras, address(0), 1) {
            if (!isDue) wasWrong = true;
            book(left * price);
            lotsBought += left;
        } catch {
            if (isDue) wasWrong = true;
        }
    }

    /// Bob signs by personal_sign, delegated or not: what counts is a fee signer's word.
    function personal(bool isApproved) external {
        _lots.give(alice, ID, 1);
        Order memory bid = Order(
            OrderKey(bob, (FEE << 160) | _number++, Asset(address(shares), 0, 1), Asset(address(_lots), ID, 2)), 4e6, 1, FEE
        );
        bytes32 digest = _exchange.digest(bid);
        Sig memory sig = signed(BOB_KEY, Signatures.personalDigest(digest));
        Sig memory fee;
        if (isApproved) fee = signed(FEE_KEY, _exchange.buyerFeeDigest(_exchange.hashOrder(bid), FEE));
        uint256 had = shares.balanceOf(alice);
        vm.prank(alice);
        try _exchange.acceptBid(bid, abi.encodePacked(sig.r, sig.s, sig.v), FEE, fee, 4e6, address(0), 0) {
            // The seller got all of it, or money with shares behind it would have been refused.
            if (!isApproved || shares.balanceOf(alice) < had + 4e6 - 1e5) wasWrong = true;
            ++lotsBought;
        } catch {}
    }

    /// The coin's face takes no owed coin. `vm.deal` outlives a revert, so a snapshot restores the state.
    function withdrawFace() external {
        uint256 id = vm.snapshotState();
        bool isFree = _exchange.totalClaimable() == 0 && address(_exchange).balance != 0;
        bool passed;
        try _exchange.withdrawTokens(address(_face)) {
            passed = true;
        } catch {}
        if (!passed) vm.revertToState(id);
        if (passed != isFree) wasWrong = true;
        if (passed) feesKept = 0;
    }

    function claim() external {
        creator.set(Mood.Calm);
        if (_exchange.claimable(address(creator)) != 0) _exchange.claim(address(creator), address(creator));
    }

    function withdraw() external {
        if (feesKept == 0) return;
        _exchange.withdraw();
        feesKept = 0;
    }
}
