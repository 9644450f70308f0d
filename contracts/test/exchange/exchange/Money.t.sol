// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Order, OrderKey, Sig} from "../../../src/exchange/OrderTypes.sol";
import {ExchangeBase} from "../../base/ExchangeBase.sol";
import {RoyaltyERC721} from "../../base/PlainTokens.sol";
import {FeeListERC721} from "../../base/Tokens.sol";

/// @notice To the wei: what the buyer pays is what the others receive.
contract ExchangeMoneyTest is ExchangeBase {
    function testFuzz_SaleForCoin(uint256 price, uint256 sellerFee, uint256 buyerFee, uint96 royalty) public {
        (Order memory order, uint256 fee, uint256 share) = terms(price, sellerFee, buyerFee, royalty);
        uint256 value = due(order.buying, fee);
        vm.deal(bob, value);
        Sig memory sig = makerSig(ALICE_KEY, order);
        Sig memory fees = feeSig(FEE_KEY, order, fee);
        vm.prank(bob);
        exchange.exchange{value: value}(order, sig, fee, fees, 1, address(0));
        uint256 sellerPart = order.buying * order.sellerFee / 10_000;
        vm.assertEq(carol.balance, order.buying * share / 10_000, "royalty");
        vm.assertEq(alice.balance, order.buying - sellerPart - carol.balance, "proceeds");
        vm.assertEq(alice.balance + carol.balance + address(exchange).balance, value, "sum");
        vm.assertEq(bob.balance, 0, "the buyer paid all");
        if (address(exchange).balance != 0) exchange.withdraw();
        vm.assertEq(treasury.balance, sellerPart + order.buying * fee / 10_000, "fees");
        vm.assertEq(address(exchange).balance, 0, "nothing stays");
    }

    function testFuzz_SaleForToken(uint256 price, uint256 sellerFee, uint256 buyerFee, uint96 royalty) public {
        (Order memory order, uint256 fee, uint256 share) = terms(price, sellerFee, buyerFee, royalty);
        order.key.buyAsset = money();
        if (order.buying < 3) order.buying = 3;
        settleInToken(order, fee, share, order.buying);
    }

    function testFuzz_Bid(uint256 price, uint256 sellerFee, uint256 buyerFee, uint96 royalty) public {
        (Order memory order, uint256 fee, uint256 share) = terms(price, sellerFee, buyerFee, royalty);
        if (order.buying < 3) order.buying = 3;
        Order memory bid =
            Order(OrderKey(bob, saltOf(9, 0, 0, fee), money(), order.key.sellAsset), order.buying, 1, order.sellerFee);
        settleInToken(bid, fee, share, order.buying);
    }

    /// Any partition of a lot sells as much for as much as the whole.
    function testFuzz_PartsAreTheWhole(uint256 unit, uint256 seed) public {
        Order memory order = aLot();
        order.buying = bound(unit, 1, 1e24) * 10;
        vm.deal(bob, type(uint128).max);
        uint256 left = 10;
        uint256 fees;
        while (left > 0) {
            uint256 part = bound(uint256(keccak256(abi.encode(seed, left))), 1, left);
            uint256 price = order.buying / 10 * part;
            fees += price * FEE / 10_000 * 2;
            buy(order, part);
            left -= part;
        }
        vm.assertEq(multi.balanceOf(bob, 7), 10, "items");
        vm.assertEq(alice.balance, order.buying - fees / 2, "proceeds");
        assertOver(order, fees);
    }

    /// Several royalties never take above the cap, in whatever order and size.
    function testFuzz_FeeListsAreCapped(uint256[4] memory bps, uint256 price) public {
        FeeListERC721 list = new FeeListERC721();
        list.give(alice, 1);
        vm.prank(alice);
        list.setApprovalForAll(address(proxy), true);
        for (uint256 i; i < bps.length; ++i) {
            list.add(address(uint160(0xF00D + i)), bps[i]);
        }
        Order memory order = aSale(address(list));
        order.buying = bound(price, 1, 1e30);
        vm.deal(bob, 1e31);
        buy(order, 1);
        uint256 sum;
        for (uint256 i; i < bps.length; ++i) {
            sum += address(uint160(0xF00D + i)).balance;
        }
        vm.assertLe(sum, order.buying / 10, "cap");
        vm.assertEq(alice.balance + sum + order.buying * FEE / 10_000, order.buying, "sum");
    }

    function terms(uint256 price, uint256 sellerFee, uint256 buyerFee, uint96 royalty)
        private
        returns (Order memory order, uint256 fee, uint256 share)
    {
        share = bound(royalty, 0, 1000);
        RoyaltyERC721 token = new RoyaltyERC721(carol, uint96(share));
        token.give(alice, 1);
        vm.prank(alice);
        token.setApprovalForAll(address(proxy), true);
        order = aSale(address(token));
        order.buying = bound(price, 1, 1e30);
        order.sellerFee = bound(sellerFee, 0, 1000);
        fee = bound(buyerFee, 0, 1000);
    }

    /// @dev Bob pays Alice, whichever of them is the maker.
    function settleInToken(Order memory order, uint256 fee, uint256 share, uint256 price) private {
        pay.give(bob, 2e30);
        uint256 before = pay.balanceOf(bob);
        bool isSale = order.key.owner == alice;
        Sig memory sig = makerSig(isSale ? ALICE_KEY : BOB_KEY, order);
        Sig memory fees = feeSig(FEE_KEY, order, fee);
        vm.prank(isSale ? bob : alice);
        exchange.exchange(order, sig, fee, fees, isSale ? 1 : price, address(0));
        uint256 platform = price * order.sellerFee / 10_000 + price * fee / 10_000;
        vm.assertEq(pay.balanceOf(treasury), platform, "fees");
        vm.assertEq(pay.balanceOf(carol), price * share / 10_000, "royalty");
        vm.assertEq(before - pay.balanceOf(bob), due(price, fee), "paid");
        vm.assertEq(pay.balanceOf(alice) + pay.balanceOf(carol) + platform, due(price, fee), "sum");
        vm.assertEq(pay.balanceOf(address(exchange)) + pay.balanceOf(address(proxy)), 0, "nothing stays");
    }
}
