// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Order, OrderKey, Sig} from "../../../src/exchange/OrderTypes.sol";
import {PlainERC1155} from "../../base/PlainTokens.sol";
import {OldERC20, TaxedERC20} from "../../base/Tokens.sol";
import {VoucherBase} from "../../base/VoucherBase.sol";

contract AttackersTest is VoucherBase {
    OldERC20 private blocking;

    function setUp() public override {
        super.setUp();
        blocking = new OldERC20();
        blocking.give(bob, 100 ether);
        vm.prank(bob);
        blocking.approve(address(proxy), type(uint256).max);
    }

    function saleFor(address token) private view returns (Order memory order) {
        order = aSale(address(royal));
        order.key.buyAsset = item(token, 0, 1);
    }

    function test_RevertWhen_TheSellerIsBlocked() public {
        blocking.setBlocked(alice);
        buyReverts(saleFor(address(blocking)), 1, abi.encodeWithSignature("Error(string)", "blocked"));
        vm.assertTrue(!exchange.isSpent(alice, saltOf(5)), "open");
        vm.assertEq(blocking.balanceOf(bob), 100 ether, "unpaid");
    }

    function test_WhenTheCreatorIsBlocked() public {
        blocking.setBlocked(carol);
        buy(saleFor(address(blocking)), 1);
        vm.assertEq(blocking.balanceOf(alice), 0.975 ether, "the royalty stays with the seller");
    }

    function test_RevertWhen_ABidPaysTaxedMoney() public {
        TaxedERC20 taxed = new TaxedERC20();
        taxed.give(bob, 10 ether);
        vm.prank(bob);
        taxed.approve(address(proxy), type(uint256).max);
        Order memory order = aBid(address(nft));
        order.key.sellAsset.token = address(taxed);
        acceptReverts(order, PRICE, abi.encodeWithSelector(IExchange.ExchangePaymentShort.selector, taxed, 0.975 ether));
    }

    /// A bid of "one unit" of an ERC721 would give the item with that id away, were one unit ever paid.
    function test_RevertWhen_ABidPaysWithAnItem() public {
        nft.give(bob, 500);
        Order memory order = aBid(address(royal));
        order.key.sellAsset.token = address(nft);
        (order.selling, order.sellerFee, order.key.salt) = (500, 0, saltOf(9));
        Sig memory sig = makerSig(BOB_KEY, order);
        Sig memory fees = feeSig(FEE_KEY, order, 0);
        vm.expectRevert();
        vm.prank(alice);
        exchange.exchange(order, sig, 0, fees, 500, address(0));
        vm.assertEq(nft.ownerOf(500), bob, "unmoved");
        vm.assertEq(royal.ownerOf(1), alice, "unmoved");
    }

    /// Types 2 to 5 of an ERC20: it has none of their functions, or its answer is looked at.
    function test_RevertWhen_AnItemIsMoney() public {
        pay.give(alice, 10 ether);
        for (uint8 kind = 2; kind <= 5; ++kind) {
            Order memory order = aSale();
            order.key.sellAsset = item(address(pay), 1, kind);
            Sig memory sig = makerSig(ALICE_KEY, order);
            vm.expectRevert();
            vm.prank(bob);
            exchange.exchange{value: due(PRICE, FEE)}(order, sig, FEE, none(), 1, address(0));
        }
        vm.assertEq(pay.balanceOf(alice), 10 ether, "unmoved");
    }

    /// However a bid is taken apart, each part costs whole unit prices and the bidder never more than it signed.
    function testFuzz_WhenABidIsTakenApart(uint256 unit, uint256 seed) public {
        unit = bound(unit, 3, 1e18);
        OrderKey memory key = OrderKey(bob, saltOf(9, 0, 0, FEE), money(), item(address(multi), 7, 2));
        Order memory order = Order(key, unit * 10, 10, FEE);
        uint256 left = 10;
        while (left != 0) {
            uint256 part = bound(uint256(keccak256(abi.encode(seed, left))), 1, left);
            if (unit > 1) acceptReverts(order, unit * part - 1, invalidAmount(unit * part - 1, unit));
            accept(order, unit * part);
            left -= part;
        }
        vm.assertEq(multi.balanceOf(bob, 7), 10, "all that the bid asked for");
        vm.assertLe(1000 ether - pay.balanceOf(bob), due(unit * 10, FEE), "for what the bid signed at most");
        vm.assertGe(pay.balanceOf(alice), unit * 10 - unit * 10 * FEE / 10_000, "rounding favours the seller");
    }

    function invalidAmount(uint256 amount, uint256 unit) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IExchange.ExchangeAmountInvalid.selector, amount, unit);
    }

    function test_WhenTheFeeIsRaisedAfterABid() public {
        Order memory order = aBid(address(nft));
        Sig memory sig = makerSig(BOB_KEY, order);
        vm.prank(operator);
        exchange.setBuyerFee(500);
        vm.warp(block.timestamp + 2 days);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeBuyerFeeAboveMaximum.selector, 500, FEE));
        vm.prank(alice);
        exchange.exchange(order, sig, 500, none(), PRICE, address(0));
        Sig memory fees = feeSig(FEE_KEY, order, 500);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeBuyerFeeAboveMaximum.selector, 500, FEE));
        vm.prank(alice);
        exchange.exchange(order, sig, 500, fees, PRICE, address(0));
        fees = feeSig(FEE_KEY, order, FEE);
        vm.prank(alice);
        exchange.exchange(order, sig, FEE, fees, PRICE, address(0));
        vm.assertEq(pay.balanceOf(bob), 1000 ether - due(PRICE, FEE), "what the bid signed");
    }

    function test_WhenAnERC1155SaysItMintedAnERC721() public {
        PlainERC1155 plain = new PlainERC1155();
        plain.give(alice, 7, 10);
        Order memory order = unminted(single, 1);
        order.key.sellAsset.token = address(plain);
        Sig memory sig = makerSig(ALICE_KEY, order);
        vm.expectRevert();
        vm.prank(bob);
        exchange.exchange{value: due(PRICE, FEE)}(order, sig, FEE, none(), 1, address(0), "x");
    }
}
