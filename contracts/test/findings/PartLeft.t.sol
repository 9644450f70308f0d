// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../src/exchange/IExchange.sol";
import {Acceptance, Extra, Fill, Order, OrderKey, Sig} from "../../src/exchange/OrderTypes.sol";
import {AbilitiesBase} from "../base/AbilitiesBase.sol";

/// @notice Others take a part of a lot, or of a bid for several, before a call for all of it.
contract PartLeftTest is AbilitiesBase {
    /// Bob buys `amount` of Alice's ten, or the rest from `least` on.
    function sweepLot(uint256 amount, uint256 least) private returns (bool[] memory) {
        Order memory lot = aLot();
        Fill[] memory fills = new Fill[](1);
        fills[0] = Fill(lot, makerSig(ALICE_KEY, lot), FEE, none(), amount);
        Extra[] memory extras = new Extra[](1);
        extras[0] = Extra(0, "", "", least);
        vm.prank(bob);
        return exchange.sweepWith{value: due(amount * PRICE, FEE)}(fills, extras, address(0), 1);
    }

    function otherBuys(uint256 amount) private {
        vm.deal(eve, 100 ether);
        buyAs(eve, aLot(), amount);
    }

    function sweepLotReverts(uint256 amount, uint256 least) private {
        uint256 id = vm.snapshotState();
        Order memory lot = aLot();
        Fill[] memory fills = new Fill[](1);
        fills[0] = Fill(lot, makerSig(ALICE_KEY, lot), FEE, none(), amount);
        Extra[] memory extras = new Extra[](1);
        extras[0] = Extra(0, "", "", least);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeNothingSwept.selector));
        vm.prank(bob);
        exchange.sweepWith{value: due(amount * PRICE, FEE)}(fills, extras, address(0), 1);
        vm.assertEq(multi.balanceOf(bob, 7), 0, "nothing bought");
        vm.revertToState(id);
    }

    /// [F-83]
    function test_F83_GivenOneOfTenIsGone() public {
        otherBuys(1);
        uint256 before = bob.balance;
        sweepLot(10, 5);
        vm.assertEq(multi.balanceOf(bob, 7), 9, "what is left");
        vm.assertEq(before - bob.balance, due(9 ether, FEE), "paid for nine, the rest came back");
        vm.assertTrue(exchange.isSpent(alice, aLot().key.salt), "sold out");
    }

    /// [F-83]
    function test_F83_WhenTheLeastIsExact() public {
        otherBuys(1);
        sweepLot(10, 9);
        vm.assertEq(multi.balanceOf(bob, 7), 9, "nine are enough");
    }

    /// [F-83]
    function test_F83_RevertWhen_LessThanTheLeastIsLeft() public {
        otherBuys(2);
        sweepLotReverts(10, 9);
    }

    /// [F-83]
    function test_F83_RevertWhen_NoLeastIsNamed() public {
        otherBuys(1);
        sweepLotReverts(10, 0);
    }

    /// [F-83]
    function test_F83_RevertGiven_AllAreGone() public {
        otherBuys(10);
        sweepLotReverts(1, 1);
    }

    /// [F-83]
    function test_F83_GivenEnoughAreLeft() public {
        otherBuys(3);
        sweepLot(5, 1);
        vm.assertEq(multi.balanceOf(bob, 7), 5, "as many as asked for");
        vm.assertEq(exchange.filled(alice, aLot().key.salt), 8, "two are left");
    }

    /// [F-83]
    function test_F83_WhenMoreThanTheLotIsAskedFor() public {
        sweepLot(12, 1);
        vm.assertEq(multi.balanceOf(bob, 7), 10, "all there are");
    }

    /// [F-83]
    function test_F83_WhenTheSignatureComesAsBytes() public {
        otherBuys(4);
        Order memory lot = aLot();
        Fill[] memory fills = new Fill[](1);
        fills[0] = Fill(lot, none(), FEE, none(), 10);
        Extra[] memory extras = new Extra[](1);
        extras[0] = Extra(0, signedFor(ALICE_KEY, lot, address(0)), "", 6);
        vm.prank(bob);
        exchange.sweepWith{value: due(10 ether, FEE)}(fills, extras, address(0), 1);
        vm.assertEq(multi.balanceOf(bob, 7), 6, "six were left");
    }

    /// Bob bids 1 PAY for each of ten of the ERC1155.
    function bidForTen() private view returns (Order memory order) {
        order = Order(OrderKey(bob, saltOf(83, 0, 0, FEE), money(), item(address(multi), 7, 2)), 10 ether, 10, FEE);
    }

    /// Alice sells ten to the bid, or its rest from `leastAmount` on.
    function acceptTen(uint256 leastAmount, uint256 leastProceeds, bool isRefused) private {
        Order memory order = bidForTen();
        Acceptance[] memory list = new Acceptance[](1);
        (list[0].order, list[0].signature, list[0].buyerFee, list[0].amount) = (order, bobs(order), FEE, 10 ether);
        (list[0].leastAmount, list[0].leastProceeds) = (leastAmount, leastProceeds);
        if (isRefused) vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeNothingSwept.selector));
        vm.prank(alice);
        exchange.acceptBids{gas: 5_000_000}(list, address(0), 1);
    }

    /// Another holder sells `units` into the bid.
    function otherSells(uint256 units) private {
        multi.give(eve, 7, units);
        vm.prank(eve);
        multi.setApprovalForAll(address(proxy), true);
        Order memory order = bidForTen();
        Sig memory sig = makerSig(BOB_KEY, order);
        vm.prank(eve);
        exchange.exchange(order, sig, FEE, none(), units * PRICE, address(0));
    }

    /// [F-83]
    function test_F83_GivenABidWantsLess() public {
        otherSells(4);
        acceptTen(3 ether, 9.75 ether, false);
        vm.assertEq(multi.balanceOf(bob, 7), 10, "six more");
        vm.assertEq(pay.balanceOf(alice), 5.85 ether, "six tenths of the least");
    }

    /// [F-83]
    function test_F83_RevertGiven_ABidWantsLessThanTheLeast() public {
        otherSells(8);
        acceptTen(3 ether, 0, true);
    }

    /// [F-83] The least of the part is as much for each unit.
    function test_F83_RevertGiven_ThePartBringsLessThanItsLeast() public {
        otherSells(4);
        acceptTen(3 ether, 9.75 ether + 10, true);
    }

    /// [F-83]
    function test_F83_RevertGiven_ABidWantsLessAndNoLeastIsNamed() public {
        otherSells(1);
        acceptTen(0, 0, true);
    }

    /// [F-83] An ask above the whole bid keeps its least for the whole bid.
    function test_F83_RevertWhen_MoreThanTheBidIsAskedAndItBringsLess() public {
        Order memory order = bidForTen();
        Acceptance[] memory list = new Acceptance[](1);
        (list[0].order, list[0].signature, list[0].buyerFee, list[0].amount) = (order, bobs(order), FEE, type(uint256).max);
        (list[0].leastAmount, list[0].leastProceeds) = (1, 9.75 ether + 1);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeNothingSwept.selector));
        vm.prank(alice);
        exchange.acceptBids{gas: 5_000_000}(list, address(0), 1);
        list[0].leastProceeds = 9.75 ether;
        vm.prank(alice);
        exchange.acceptBids{gas: 5_000_000}(list, address(0), 1);
        vm.assertEq(multi.balanceOf(bob, 7), 10, "all that it wants");
    }

    /// [F-83] A malformed line spoils itself only.
    function test_F83_WhenABidForNothingIsListed() public {
        Order memory empty = bidForTen();
        empty.buying = 0;
        Acceptance[] memory list = new Acceptance[](2);
        (list[0].order, list[0].signature, list[0].buyerFee, list[0].amount) = (empty, bobs(empty), FEE, 1 ether);
        list[0].leastAmount = 1;
        list[1] = acceptance(plainBid(), 1);
        vm.prank(alice);
        bool[] memory done = exchange.acceptBids{gas: 5_000_000}(list, address(0), 1);
        vm.assertTrue(!done[0] && done[1], "the other is accepted");
    }

    /// Of four that their first purchase mints one is sold; Bob asks for all four, by the voucher of then.
    function sweepMinted(bool isByBytes) private {
        Order memory order = unminted(multiple, 4);
        bytes memory voucher = signedTerms(multiple, alice, terms(4));
        buyUnminted(order, 1, voucher);
        approveItems(address(multiple));
        Sig memory sig = makerSig(ALICE_KEY, order);
        Fill[] memory fills = new Fill[](1);
        fills[0] = Fill(order, isByBytes ? none() : sig, FEE, none(), 4);
        Extra[] memory extras = new Extra[](1);
        extras[0] = Extra(0, isByBytes ? joined(sig) : bytes(""), voucher, 2);
        uint256 before = bob.balance;
        vm.prank(bob);
        exchange.sweepWith{value: due(4 * PRICE, FEE)}(fills, extras, address(0), 1);
        vm.assertEq(before - bob.balance, due(3 * PRICE, FEE), "three were left");
        vm.assertTrue(exchange.isSpent(alice, order.key.salt), "sold out");
    }

    /// [F-83]
    function test_F83_WhenThePurchaseMints() public {
        sweepMinted(false);
    }

    /// [F-83]
    function test_F83_WhenThePurchaseMintsAndTheSignatureComesAsBytes() public {
        sweepMinted(true);
    }

    /// [F-83]
    function test_F83_GivenABidOnASetWantsLess() public {
        Order memory order = criteriaBid(address(multi), 2);
        acceptAny(order, bobs(order), 7, 1, 0);
        Acceptance[] memory list = new Acceptance[](1);
        list[0] = acceptance(order, 7);
        (list[0].amount, list[0].leastAmount, list[0].leastProceeds) = (2 * PRICE, PRICE, 1.95 ether);
        uint256 had = pay.balanceOf(alice);
        vm.prank(alice);
        exchange.acceptBids{gas: 5_000_000}(list, address(0), 1);
        vm.assertEq(pay.balanceOf(alice) - had, 0.975 ether, "one more, for half the least");
    }

    /// [F-83] A line spoils itself only.
    function test_F83_GivenMoreIsGoneThanAVersionOffers() public {
        otherBuys(3);
        Order memory two = aLot();
        (two.selling, two.buying) = (2, 2 ether);
        Fill[] memory fills = new Fill[](2);
        fills[0] = Fill(two, makerSig(ALICE_KEY, two), FEE, none(), 2);
        Order memory other = aSale();
        fills[1] = Fill(other, makerSig(ALICE_KEY, other), FEE, none(), 1);
        Extra[] memory extras = new Extra[](1);
        extras[0] = Extra(0, "", "", 1);
        vm.prank(bob);
        bool[] memory done = exchange.sweepWith{value: due(3 ether, FEE)}(fills, extras, address(0), 1);
        vm.assertTrue(!done[0] && done[1], "the other is bought");
    }

    /// [F-83] A line spoils itself only.
    function test_F83_WhenNothingIsAskedOfABid() public {
        Acceptance[] memory list = new Acceptance[](2);
        list[0] = acceptance(bidForTen(), 7);
        (list[0].amount, list[0].leastAmount, list[0].leastProceeds) = (0, 1, 1);
        list[1] = acceptance(plainBid(), 1);
        vm.prank(alice);
        bool[] memory done = exchange.acceptBids{gas: 5_000_000}(list, address(0), 1);
        vm.assertTrue(!done[0] && done[1], "the other is accepted");
    }
}
