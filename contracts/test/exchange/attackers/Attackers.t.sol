// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Order, OrderKey, Sig} from "../../../src/exchange/OrderTypes.sol";
import {IExchangeBySig, IExchangeWithVoucher} from "../../base/IExchangeForms.sol";
import {IItems} from "../../base/IItems.sol";
import {OldERC20, PlainERC1155, TaxedERC20} from "../../base/Tokens.sol";
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

    function test_RevertWhen_TheBeneficiaryIsBlocked() public {
        blocking.setBlocked(treasury);
        buyReverts(saleFor(address(blocking)), 1, abi.encodeWithSignature("Error(string)", "blocked"));
        buy(saleFor(address(pay)), 1);
        vm.assertEq(royal.ownerOf(1), bob, "in another token");
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

    /// However a bid is taken apart, each part costs whole unit prices and the bidder never more than he signed.
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
        vm.assertEq(multi.balanceOf(bob, 7), 10, "all he wanted");
        vm.assertLe(1000 ether - pay.balanceOf(bob), due(unit * 10, FEE), "for what he signed at most");
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
        vm.assertEq(pay.balanceOf(bob), 1000 ether - due(PRICE, FEE), "what he signed");
    }

    /// A collection that, asked to mint, has Alice's honest sale minted first: each order moves its own item.
    function test_WhenACollectionReentersFromItsMint() public {
        Order memory honest = unminted(single, 1);
        bytes memory voucher = signedTerms(single, alice, terms(1));
        ReentrantMinter hostile = new ReentrantMinter(address(exchange));
        Order memory trap = unminted(single, 1);
        (trap.key.sellAsset.token, trap.key.salt) = (address(hostile), saltOf(66));
        hostile.reenter(
            abi.encodeCall(
                IExchangeWithVoucher.exchange, (honest, makerSig(ALICE_KEY, honest), FEE, none(), 1, bob, voucher)
            )
        );
        vm.deal(address(hostile), due(PRICE, FEE));
        buyUnminted(trap, 1, "x");
        vm.assertTrue(hostile.entered(), "the honest one was bought inside");
        vm.assertEq(IItems(address(single)).ownerOf(7), bob, "its item went where it was paid for");
        vm.assertEq(hostile.moves(), 1, "and the hostile one moved its own");
        vm.assertEq(alice.balance, 0.925 ether + 0.975 ether, "both are paid");
    }

    /// Nor does a mint without its fill leave a pass for another order.
    function test_WhenAMintIsLeftBehind() public {
        ReentrantMinter hostile = new ReentrantMinter(address(exchange));
        Order memory trap = unminted(single, 1);
        trap.key.sellAsset.token = address(hostile);
        Order memory plain = trap;
        hostile.reenter(abi.encodeCall(IExchangeBySig.exchange, (plain, makerSig(ALICE_KEY, plain), FEE, none(), 1, bob)));
        vm.deal(address(hostile), due(PRICE, FEE));
        buyUnminted(trap, 1, "x");
        vm.assertTrue(!hostile.entered(), "type 5 without voucher stays shut inside the mint");
        vm.assertEq(hostile.moves(), 1, "once");
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

/// @notice Says it minted an ERC721, after calling back.
contract ReentrantMinter {
    address private immutable _exchange;
    bytes private _call;
    bool public entered;
    uint256 public moves;

    constructor(address exchange_) {
        _exchange = exchange_;
    }

    function reenter(bytes calldata call_) external {
        _call = call_;
    }

    function safeTransferFrom(address, address, uint256) external {
        ++moves;
    }

    fallback() external {
        if (msg.sig == 0x2a55205a || msg.sig == 0xb9c4d9fb) return;
        (entered,) = _exchange.call{value: address(this).balance}(_call);
        assembly {
            mstore(0, 3)
            return(0, 32)
        }
    }
}
