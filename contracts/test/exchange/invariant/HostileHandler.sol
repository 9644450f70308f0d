// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchangeForms} from "../../../src/exchange/IExchangeForms.sol";
import {IFullExchange} from "../../../src/exchange/IFullExchange.sol";
import {Asset, Fill, Order, OrderKey, Sig} from "../../../src/exchange/OrderTypes.sol";
import {IPayouts} from "../../../src/fees/IPayouts.sol";
import {ITransferProxy} from "../../../src/transfer/ITransferProxy.sol";
import {HostilePayee, Mood} from "../../base/Hostile.sol";
import {HostileMint} from "../../base/HostileMint.sol";
import {Test} from "../../base/Test.sol";
import {OldERC20} from "../../base/Tokens.sol";
import {Answer, HostileMover, Wallet} from "../../base/Wallet.sol";
import {TurningRoyalty} from "../../findings/LeastProceeds.t.sol";

/// @notice A minting collection that calls back, a royalty that turns, a token that blocks the beneficiary, an ERC-1271
/// seller whose answers change, and an item that burns gas; all between honest trades. The books say what may have moved.
contract HostileHandler is Test {
    uint256 private constant FEE = 250;

    IFullExchange private immutable _exchange;
    HostileMint private immutable _mint;
    TurningRoyalty private immutable _turning = new TurningRoyalty();
    HostileMover private immutable _mover = new HostileMover();
    OldERC20 public immutable token = new OldERC20();
    Wallet public immutable wallet = new Wallet(alice);
    HostilePayee public immutable creator = new HostilePayee();
    address private immutable _treasury;

    uint256 private _number;
    uint256 private _id;
    uint256 private _bps;
    Answer private _answer;
    uint256 public feesKept;
    uint256 public heldFees;
    uint256 public paid;
    uint256 public tokenPaid;
    bool public isBlocked;
    bool public wasWrong;
    bool public wasOpen;
    uint256 public fills;

    constructor(IFullExchange exchange_, ITransferProxy proxy, address treasury_) {
        (_exchange, _treasury) = (exchange_, treasury_);
        _mint = new HostileMint(exchange_);
        token.give(bob, 1e30);
        vm.prank(bob);
        token.approve(address(proxy), type(uint256).max);
        vm.startPrank(alice);
        _turning.setApprovalForAll(address(proxy), true);
        _mover.setApprovalForAll(address(proxy), true);
        vm.stopPrank();
        wallet.act(address(_turning), abi.encodeCall(_turning.setApprovalForAll, (address(proxy), true)));
    }

    function due(uint256 price) private pure returns (uint256) {
        return price + price * FEE / 10_000;
    }

    function sale(address owner, address collection, uint8 kind, uint256 price) private returns (Order memory) {
        Asset memory item = Asset(collection, ++_id, kind);
        return Order(OrderKey(owner, _number++, item, Asset(address(0), 0, 0)), 1, price, FEE);
    }

    function signedBy(uint256 key, Order memory order) private view returns (Sig memory) {
        return signed(key, _exchange.digest(order));
    }

    function book(uint256 price) private {
        feesKept += 2 * (price * FEE / 10_000);
        paid += due(price);
        ++fills;
    }

    function royaltyOf(uint256 price) private view returns (uint256) {
        return price * (_bps < 1000 ? _bps : 1000) / 10_000;
    }

    /// The collection tries what pays or moves while the buyer's coin lies in the exchange.
    function mint(uint256 price, uint256 which) external {
        Order memory order = sale(eve, address(_mint), 5, bound(price, 1, 1e15));
        bytes[4] memory calls = [
            abi.encodeCall(IPayouts.withdraw, ()),
            abi.encodeCall(IPayouts.claim, (address(creator), address(creator))),
            abi.encodeCall(IExchangeForms.withdrawTokens, (address(token))),
            abi.encodeCall(IExchangeForms.sweep, (new Fill[](0), eve, 0))
        ];
        _mint.reenter(calls[which % 4], 0);
        Sig memory sig = signedBy(EVE_KEY, order);
        vm.prank(bob);
        try _exchange.exchange{value: due(order.buying)}(order, sig, FEE, none(), 1, address(0), "") {
            book(order.buying);
        } catch {
            wasWrong = true;
        }
        if (_mint.entered() || _mint.balanceSeen() < _mint.claimableSeen()) wasOpen = true;
    }

    function turn(uint256 bps) external {
        _bps = bound(bps, 0, 12_000);
        _turning.set(address(creator), _bps);
    }

    function setMood(uint256 mood) external {
        creator.set(Mood(bound(mood, 0, 3)));
    }

    function setBlocked() external {
        if (isBlocked) return;
        isBlocked = true;
        token.setBlocked(_treasury);
    }

    /// A bid in the token, accepted for a least that the royalty of the moment meets or not.
    function accept(uint256 price, uint256 least) external {
        price = bound(price, 100, 1e15);
        _turning.give(alice, ++_id);
        OrderKey memory key = OrderKey(bob, (FEE << 160) | _number++, Asset(address(token), 0, 1), Asset(address(_turning), _id, 3));
        Order memory order = Order(key, price, 1, FEE);
        uint256 fee = price * FEE / 10_000;
        uint256 proceeds = price - fee - royaltyOf(price);
        least = bound(least, 0, price);
        Sig memory sig = signedBy(BOB_KEY, order);
        uint256 had = token.balanceOf(alice);
        vm.prank(alice);
        try _exchange.acceptBid(order, sig, FEE, none(), price, address(0), least) {
            if (least > proceeds || token.balanceOf(alice) - had != proceeds) wasWrong = true;
            if (isBlocked) heldFees += 2 * fee;
            tokenPaid += price + fee;
            ++fills;
        } catch {
            if (least <= proceeds) wasWrong = true;
        }
    }

    /// The wallet answers as its mood of the moment says.
    function byWallet(uint256 price, uint256 answer) external {
        price = bound(price, 1, 1e15);
        Order memory order = sale(address(wallet), address(_turning), 3, price);
        _turning.give(address(wallet), _id);
        _answer = Answer(bound(answer, 0, 6));
        wallet.answerBy(_answer);
        Sig memory sig = signedBy(ALICE_KEY, order);
        bytes memory joined = abi.encodePacked(sig.r, sig.s, sig.v);
        vm.prank(bob);
        try _exchange.exchange{value: due(price), gas: 3_000_000}(order, joined, FEE, none(), 1, address(0)) {
            if (!saysYes()) wasWrong = true;
            book(price);
        } catch {
            if (saysYes()) wasWrong = true;
        }
        // What it said before counts no more.
        vm.prank(bob);
        try _exchange.exchange{value: due(price)}(order, none(), FEE, none(), 1, address(0)) {
            wasWrong = true;
        } catch {}
    }

    /// A long answer that begins with the magic value is a yes, whose rest is not read.
    function saysYes() private view returns (bool) {
        return _answer == Answer.Honest || _answer == Answer.Bomb;
    }

    /// Three lines, the middle one an item that burns its gas, or moves.
    function sweep(uint256 price, uint256 mood) external {
        price = bound(price, 1, 1e15);
        mood = bound(mood, 0, 3);
        _mover.set(mood);
        Fill[] memory list = new Fill[](3);
        for (uint256 i; i < 3; ++i) {
            Order memory order = sale(alice, i == 1 ? address(_mover) : address(_turning), 3, price);
            if (i == 1) _mover.give(alice, _id);
            else _turning.give(alice, _id);
            list[i] = Fill(order, signedBy(ALICE_KEY, order), FEE, none(), 1);
        }
        vm.prank(bob);
        try _exchange.sweep{value: 3 * due(price)}(list, address(0), 2) returns (bool[] memory done) {
            if (!done[0] || !done[2] || done[1] != (mood == 0)) wasWrong = true;
            for (uint256 i; i < 3; ++i) {
                if (done[i]) book(price);
            }
        } catch {
            wasWrong = true;
        }
    }

    function withdraw() external {
        try _exchange.withdraw() {
            feesKept = 0;
        } catch {
            if (feesKept != 0) wasWrong = true;
        }
    }

    function withdrawTokens() external {
        try _exchange.withdrawTokens(address(token)) {
            heldFees = 0;
        } catch {
            if (heldFees != 0 && !isBlocked) wasWrong = true;
        }
    }
}
