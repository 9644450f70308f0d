// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {IExchangeForms} from "../../../src/exchange/IExchangeForms.sol";
import {IFullExchange} from "../../../src/exchange/IFullExchange.sol";
import {Fill, Order, OrderKey, Sig} from "../../../src/exchange/OrderTypes.sol";
import {IPayouts} from "../../../src/fees/IPayouts.sol";
import {ExchangeBase} from "../../base/ExchangeBase.sol";
import {HostilePayee, Mood} from "../../base/Hostile.sol";
import {IExchangeBySig} from "../../base/IExchangeForms.sol";
import {RoyaltyERC721} from "../../base/PlainTokens.sol";
import {HostileMover} from "../../base/Wallet.sol";

contract HostileSweepTest is ExchangeBase {
    HostilePayee private payee;
    RoyaltyERC721 private token;
    HostileMover private mover;

    function setUp() public override {
        super.setUp();
        payee = new HostilePayee();
        token = new RoyaltyERC721(address(payee), 500);
        mover = new HostileMover();
        token.give(alice, 1);
        mover.give(alice, 1);
        vm.startPrank(alice);
        token.setApprovalForAll(address(proxy), true);
        mover.setApprovalForAll(address(proxy), true);
        vm.stopPrank();
    }

    function sale(address collection, uint256 number) private view returns (Order memory order) {
        order = aSale(collection);
        order.key.salt = saltOf(number);
    }

    function fillOf(Order memory order) private view returns (Fill memory) {
        return Fill(order, makerSig(ALICE_KEY, order), FEE, none(), 1);
    }

    /// The hostile one first, so that all that it could spoil comes after.
    function pair(address collection) private view returns (Fill[] memory list) {
        list = new Fill[](2);
        (list[0], list[1]) = (fillOf(sale(collection, 20)), fillOf(sale(address(nft), 21)));
    }

    function sweep(Fill[] memory list, uint256 value) private returns (bool[] memory) {
        vm.prank(bob);
        return exchange.sweep{value: value}(list, address(0), 1);
    }

    function test_SkipsHostileItems() public {
        for (uint256 mood = 1; mood <= 3; ++mood) {
            mover.set(mood);
            nft.give(alice, 10 + mood);
            Order memory good = sale(address(nft), 30 + mood);
            good.key.sellAsset.tokenId = 10 + mood;
            Fill[] memory list = pair(address(mover));
            list[1] = fillOf(good);
            uint256 paid = bob.balance;
            vm.prank(bob);
            bool[] memory done = exchange.sweep{value: 2.05 ether, gas: 3_000_000}(list, address(0), 1);
            vm.assertTrue(!done[0] && done[1], "the good one");
            vm.assertEq(paid - bob.balance, 1.025 ether, "the price of one");
            vm.assertEq(mover.ownerOf(1), alice, "unmoved");
        }
    }

    function test_CreditsHostilePayees() public {
        Mood[3] memory moods = [Mood.Refuse, Mood.Burn, Mood.Bomb];
        for (uint256 i; i < moods.length; ++i) {
            token.give(alice, 10 + i);
            Fill[] memory list = new Fill[](1);
            Order memory order = sale(address(token), 20 + i);
            order.key.sellAsset.tokenId = 10 + i;
            list[0] = fillOf(order);
            payee.set(moods[i]);
            sweep(list, 2 ether);
            vm.assertEq(exchange.claimable(address(payee)), 0.05 ether * (i + 1), "credited");
        }
        vm.assertEq(address(exchange).balance, 0.15 ether + exchange.totalClaimable(), "covered");
    }

    /// Whatever moves or pays is shut from inside a payee, and from inside an item.
    function test_StaysShut() public {
        Order memory other = sale(address(nft), 21);
        Sig memory sig = makerSig(ALICE_KEY, other);
        bytes[4] memory calls = [
            abi.encodeCall(IPayouts.withdraw, ()),
            abi.encodeCall(IPayouts.claim, (address(payee), address(payee))),
            abi.encodeCall(IExchangeBySig.exchange, (other, sig, FEE, none(), 1, address(payee))),
            abi.encodeCall(IExchangeForms.sweep, (pair(address(token)), address(payee), 1))
        ];
        for (uint256 i; i < calls.length; ++i) {
            token.give(alice, 10 + i);
            mover.give(alice, 10 + i);
            payee.reenter(exchange, calls[i]);
            mover.reenter(address(exchange), calls[i]);
            Fill[] memory list = new Fill[](2);
            Order memory first = sale(address(token), 40 + i);
            Order memory second = sale(address(mover), 50 + i);
            (first.key.sellAsset.tokenId, second.key.sellAsset.tokenId) = (10 + i, 10 + i);
            (list[0], list[1]) = (fillOf(first), fillOf(second));
            bool[] memory done = sweep(list, 3 ether);
            vm.assertTrue(done[0] && done[1], "both");
            vm.assertEq(bytes32(mover.why()), bytes32(IPayouts.PayoutReentered.selector), "why, from the item");
            vm.assertEq(bytes32(payee.why()), bytes32(IPayouts.PayoutReentered.selector), "why, from the payee");
            vm.assertTrue(!payee.entered() && !mover.entered(), "shut");
            vm.assertEq(address(payee).balance, (i + 1) * 0.05 ether, "its call had enough gas");
            vm.assertGe(payee.balanceSeen(), payee.claimableSeen(), "covered inside the hook");
        }
        vm.assertEq(bob.balance, 1000 ether - 8 * 1.025 ether, "paid once each");
        vm.assertTrue(!exchange.isSpent(alice, saltOf(21)), "the other is open");
    }

    /// Not even a caller that brings the coin sweeps from inside: the end of its sweep would open the guard for the rest.
    function test_WhenAPayeeSweepsWithCoin() public {
        Sweeper sweeper = new Sweeper(exchange);
        RoyaltyERC721 other = new RoyaltyERC721(address(sweeper), 500);
        other.give(alice, 1);
        vm.prank(alice);
        other.setApprovalForAll(address(proxy), true);
        vm.deal(address(sweeper), 2 ether);
        Fill[] memory inner = new Fill[](1);
        inner[0] = fillOf(sale(address(nft), 21));
        sweeper.set(inner);
        Fill[] memory outer = new Fill[](1);
        outer[0] = fillOf(sale(address(other), 20));
        sweep(outer, 2 ether);
        vm.assertEq(sweeper.tries(), 1, "tried");
        vm.assertTrue(!sweeper.entered(), "shut");
        vm.assertTrue(exchange.isSpent(alice, saltOf(20)), "the outer one is filled");
        vm.assertTrue(!exchange.isSpent(alice, saltOf(21)), "the inner one is open");
    }

    /// Payees run after all fills, so a seller ends none of its lines between them; an item that moves may.
    function test_WhenASellerCancelsFromInside() public {
        uint256[] memory words = new uint256[](1);
        uint256[] memory masks = new uint256[](1);
        masks[0] = 1 << 21;
        vm.etch(alice, address(new HostilePayee()).code);
        HostilePayee(payable(alice)).reenter(exchange, abi.encodeCall(IExchangeForms.cancelMany, (words, masks)));
        bool[] memory done = sweep(pair(address(token)), 3 ether);
        vm.assertTrue(done[0] && done[1], "both");
        vm.assertEq(bob.balance, 1000 ether - 2.05 ether, "the price of both");
    }

    function test_WhenAnItemHasItsOwnerCancel() public {
        OwnerCanceller owner = new OwnerCanceller(exchange);
        mover.give(address(owner), 2);
        nft.give(address(owner), 2);
        owner.approve(address(mover), address(proxy));
        owner.approve(address(nft), address(proxy));
        Fill[] memory list = new Fill[](2);
        for (uint256 i; i < 2; ++i) {
            Order memory order = sale(i == 0 ? address(mover) : address(nft), 20 + i);
            (order.key.owner, order.key.sellAsset.tokenId) = (address(owner), 2);
            owner.register(order);
            list[i] = Fill(order, none(), FEE, none(), 1);
        }
        mover.reenter(address(owner), abi.encodeCall(owner.cancel, (list[1].order.key)));
        bool[] memory done = sweep(list, 3 ether);
        vm.assertTrue(done[0] && !done[1], "the first");
        vm.assertEq(bob.balance, 1000 ether - 1.025 ether, "the price of one");
        vm.assertEq(nft.ownerOf(2), address(owner), "unmoved");
    }

    function test_RevertWhen_TheCallerRefusesTheRefund() public {
        payee.set(Mood.Refuse);
        vm.deal(address(payee), 3 ether);
        Fill[] memory list = new Fill[](1);
        list[0] = fillOf(sale(address(nft), 21));
        vm.expectRevert(abi.encodeWithSelector(IPayouts.PayoutRefused.selector, payee, 1.975 ether));
        payee.act{value: 3 ether}(address(exchange), abi.encodeCall(IExchangeForms.sweep, (list, bob, 1)));
        payee.act{value: 1.025 ether}(address(exchange), abi.encodeCall(IExchangeForms.sweep, (list, bob, 1)));
        vm.assertEq(nft.ownerOf(1), bob, "without a refund it may");
    }

    function test_WhenTheRefundReenters() public {
        vm.deal(address(exchange), 5 ether);
        payee.reenter(exchange, abi.encodeCall(IPayouts.withdraw, ()));
        Fill[] memory list = new Fill[](1);
        list[0] = fillOf(sale(address(nft), 21));
        vm.deal(address(this), 3 ether);
        payee.act{value: 3 ether}(address(exchange), abi.encodeCall(IExchangeForms.sweep, (list, bob, 1)));
        vm.assertTrue(!payee.entered(), "shut");
        vm.assertEq(address(payee).balance, 1.975 ether, "refund");
        vm.assertEq(address(exchange).balance, 5.05 ether, "the rest");
    }

    /// What comes back can't be spent a second time, out of what lies here for others.
    function test_WhenTheRefundBuys() public {
        vm.deal(address(exchange), 5 ether);
        Order memory other = sale(address(mover), 22);
        Sig memory sig = makerSig(ALICE_KEY, other);
        payee.reenter(exchange, abi.encodeCall(IExchangeBySig.exchange, (other, sig, FEE, none(), 1, bob)));
        Fill[] memory list = new Fill[](1);
        list[0] = fillOf(sale(address(nft), 21));
        vm.deal(address(this), 3 ether);
        payee.act{value: 3 ether}(address(exchange), abi.encodeCall(IExchangeForms.sweep, (list, bob, 1)));
        vm.assertEq(bytes32(payee.why()), bytes32(IPayouts.PayoutReentered.selector), "why");
        vm.assertTrue(!payee.entered(), "shut");
        vm.assertEq(mover.ownerOf(1), alice, "unsold");
        vm.assertEq(address(exchange).balance, 5.05 ether, "the rest");
    }

    /// After a sweep everything is open again.
    function test_LeavesNoLock() public {
        Fill[] memory list = new Fill[](1);
        list[0] = fillOf(sale(address(token), 20));
        sweep(list, 3 ether);
        buy(aSale(), 1);
        exchange.withdraw();
        vm.assertEq(treasury.balance, 0.1 ether, "fees of both");
    }
}

/// @notice A seller that lets anybody end its orders.
contract OwnerCanceller {
    IFullExchange private immutable _exchange;

    constructor(IFullExchange exchange_) {
        _exchange = exchange_;
    }

    receive() external payable {}

    function approve(address token, address operator) external {
        HostileMover(token).setApprovalForAll(operator, true);
    }

    function register(Order calldata order) external {
        _exchange.register(order);
    }

    function cancel(OrderKey calldata key) external {
        _exchange.cancel(key);
    }
}

/// @notice Sweeps with coin of its own whenever it is paid; it has gas for nothing else.
contract Sweeper {
    IExchange private immutable _exchange;
    bytes private _call;
    uint256 public tries;
    bool public entered;

    constructor(IExchange exchange_) {
        _exchange = exchange_;
    }

    function set(Fill[] calldata fills) external {
        _call = abi.encodeCall(IExchangeForms.sweep, (fills, address(this), 1));
    }

    receive() external payable {
        ++tries;
        (bool ok, bytes memory why) = address(_exchange).call{value: 1.1 ether}(_call);
        entered = ok || bytes4(why) != IPayouts.PayoutReentered.selector;
    }
}
